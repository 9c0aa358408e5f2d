/** Times at which a transaction arrived and was relayed. They would help clients to find its sender. */
export const poolTimes = ['receive_time', 'last_relayed_time', 'received_timestamp'] as const
