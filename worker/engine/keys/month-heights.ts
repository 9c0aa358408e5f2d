/**
 * Heights of the public chains by date, so that a date in a restore is not shown to a daemon.
 *
 * Loaded only where a date becomes a height.
 *
 * @module
 * @see https://github.com/feather-wallet/feather src/assets/restore_heights_monero_mainnet.txt and
 *   restore_heights_monero_stagenet.txt at 54900d26: timestamps of every 1500th block
 */
import type { Network } from '#protocol/address.ts'
import { max } from '#protocol/bigint.ts'
import { estimatedHeight } from './restore-height.ts'

/** The height of a chain at 00:00 UTC on the first of each month. */
type MonthHeights = { year: number; month: number; heights: readonly number[] }

const tables: Partial<Record<Network, MonthHeights>> = {
  mainnet: {
    year: 2014,
    month: 5,
    heights: [
      18848, 65357, 108878, 153606, 198103, 241070, 285334, 328098, 372409, 416519, 456663, 501095,
      543988, 588361, 631158, 675547, 719684, 762510, 806487, 849074, 892940, 936738, 977631,
      1015858, 1037405, 1059571, 1081234, 1103631, 1125975, 1147601, 1169741, 1191410, 1213849,
      1236188, 1256327, 1278621, 1300190, 1322562, 1344244, 1366674, 1389112, 1410745, 1433034,
      1454639, 1477214, 1499601, 1519765, 1542074, 1562852, 1585129, 1606732, 1629022, 1651336,
      1672990, 1695131, 1716656, 1738943, 1761429, 1781701, 1803089, 1824680, 1846998, 1868585,
      1890871, 1913209, 1934760, 1957086, 1978623, 2001324, 2023658, 2044568, 2066813, 2088384,
      2110716, 2132316, 2154597, 2176799, 2198386, 2220644, 2242251, 2264551, 2286913, 2307079,
      2329381, 2350983, 2373312, 2394854, 2417172, 2439475, 2461052, 2483369, 2504917, 2527310,
      2549593, 2569702, 2591987, 2613575, 2635860, 2657416, 2679655, 2701993, 2723580, 2745883,
      2767443, 2789734, 2811966, 2832111, 2854337, 2875976, 2898249, 2919767, 2942062, 2964284,
      2985930, 3008188, 3029756, 3052020, 3074329, 3095149, 3117414, 3139039, 3161256, 3182949,
      3205202, 3227602, 3249140, 3271436, 3293076, 3315362, 3337726, 3357836, 3380156, 3401720,
      3424056, 3445649, 3467959, 3490179, 3511728, 3533979, 3555612, 3577865, 3600151, 3620255,
      3642561, 3664098, 3686398, 3707960,
    ],
  },
  stagenet: {
    year: 2018,
    month: 3,
    heights: [
      14584, 45277, 66405, 87492, 108784, 130393, 152416, 173545, 194841, 215591, 236394, 258368,
      270598, 292133, 313023, 335174, 356734, 378511, 400494, 421763, 443191, 465094, 485567,
      507901, 528004, 549805, 570833, 592351, 612716, 634715, 655632, 676329, 698945, 720357,
      742331, 764186, 782990, 803949, 824769, 846937, 867778, 889894, 911779, 933188, 954980,
      976082, 997941, 1019845, 1039558, 1061599, 1082756, 1104373, 1125923, 1148073, 1169868,
      1191350, 1213565, 1235195, 1257246, 1279430, 1299814, 1321345, 1342598, 1364498, 1385296,
      1406951, 1428031, 1448257, 1470718, 1491210, 1512975, 1534907, 1555753, 1569693, 1591131,
      1613132, 1633872, 1656194, 1678355, 1699612, 1721897, 1743338, 1765312, 1787552, 1807653,
      1829771, 1851237, 1873246, 1894300, 1916178, 1937803, 1959027, 1981316, 2002581, 2024554,
      2046325, 2066261, 2088132, 2109401, 2131431, 2153027,
    ],
  },
}

/**
 * Four days of blocks, two before blocks of 120 s. Within a month the real chain is at most 852 blocks (stagenet:
 * 1536) behind a constant pace. Time zones and false timestamps add less than a day.
 */
const margin = 2880n

/**
 * A height that the chain had reached by `time`: no later payment is below it.
 *
 * Before the table it is 0. After the table it is the last height, or a higher estimate from the time.
 *
 * @param time - Unix seconds. @returns 0 on networks without a table: testnet and private chains.
 */
export function heightAtDate(network: Network, time: bigint): bigint {
  const table = tables[network]
  if (!table) return 0n
  const { heights } = table
  const last = heights.length - 1
  const index = heights.findLastIndex((_, at) => startOf(table, at) <= time)
  if (index < 0) return 0n
  const height = BigInt(heights[index]!)
  if (index === last) return max(height - margin, estimatedHeight(network, time))
  const [from, to] = [startOf(table, index), startOf(table, index + 1)]
  const gained = ((BigInt(heights[index + 1]!) - height) * (time - from)) / (to - from)
  return max(height + gained - margin, 0n)
}

/** Unix seconds at the start of the month of a row. */
const startOf = ({ year, month }: MonthHeights, row: number): bigint =>
  BigInt(Date.UTC(year, month - 1 + row) / 1000)
