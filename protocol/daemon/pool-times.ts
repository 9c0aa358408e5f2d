/** When a transaction arrived and was relayed. On a restricted node both would help to find its sender. */
export const poolTimes = ['receive_time', 'last_relayed_time', 'received_timestamp'] as const
