/** Strokes on a 24 by 24 grid, drawn for Nightjar. */
export const strokes = {
  overview: 'M4 11.500 12 5l8 6.500V19a1 1 0 0 1-1 1h-4v-5h-6v5H5a1 1 0 0 1-1-1z',
  receive: 'M12 4v12m0 0-5-5m5 5 5-5M5 20h14',
  send: 'M12 20V8m0 0-5 5m5-5 5 5M5 4h14',
  history: 'M12 7v5l3.500 2M4.500 12a7.500 7.500 0 1 0 2.400-5.500M4 4v4h4',
  settings: 'M5 7h8m4 0h2M5 17h2m4 0h8M15 5v4M9 15v4',
  lock: 'M6.500 11V8a5.500 5.500 0 0 1 11 0v3M5 11h14v9H5z',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  warning: 'M12 4.500 3 20h18zM12 10.500v4.500M12 17.400v.2',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14.500 5 8 12l6.500 7',
  next: 'M9.500 5 16 12l-6.500 7',
  plus: 'M12 5v14M5 12h14',
  mine: 'm4 20 9-9M8.500 5.500C12 3.500 17 5 19.500 9M15 6.500 17.500 9 14 12.500 11.500 10z',
  offline:
    'M4 4l16 16M8.500 16a5 5 0 0 1 7 0M5.500 12.500a9 9 0 0 1 4-2.300m4.500.1a9 9 0 0 1 4.500 2.200M2.500 9a14 14 0 0 1 4-2.600m5-1a14 14 0 0 1 10 3.600',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8h3v3H8zM14 8h2v2M8 14v2h2M14 14h2v2h-2z',
} as const

export type IconName = keyof typeof strokes
