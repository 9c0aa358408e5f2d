/**
 * The other side of a {@link webTask}: a Web Worker of the page whose first message is the port to the engine's.
 *
 * @module
 */

/** Runs each task that arrives, and posts its report; ends the worker on request. */
export function serveTask<Task>(run: (task: Task) => Promise<unknown>): void {
  self.onmessage = ({ data: port }: MessageEvent<MessagePort>) => {
    port.onmessage = ({ data }: MessageEvent<Task | 'end'>) => {
      if (data === 'end') {
        self.postMessage('ended')
        self.close()
      } else
        void run(data).then((report) =>
          // A key is not copied.
          port.postMessage(
            report,
            ArrayBuffer.isView(report) ? [report.buffer as ArrayBuffer] : [],
          ),
        )
    }
  }
}
