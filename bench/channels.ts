import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startContender } from './contender.ts'
import { atMost, told, type Finding } from './finding.ts'
import type { ChannelOrder, ChannelReport } from './channel-clients.ts'

const CLIENTS = fileURLToPath(new URL('channel-clients.ts', import.meta.url))
const SUBSCRIBERS = 10
const PER_SECOND = 10
const BUDGET_MS = 100
/** The budget holds on machines on which the library alone takes at most this long. */
const BARE_MS = 50

type Measured = { readonly p99: number; readonly arrived: number }
type Load = { readonly channels: number; readonly seconds: number }

/**
 * How long messages take on many channels with 10 subscribers and 10 messages a second each,
 * against the library alone sending the same messages to the same number of clients.
 */
export async function measureChannels(url: string, load: Load): Promise<readonly Finding[]> {
  const bare = await startContender('bare-broadcast-server.ts', {})
  const theirs = await measure(bare.url, { ...load, isBare: true })
  await bare.stop()
  const ours = await measure(url, { ...load, isBare: false })
  const what = `${load.channels} channels × 10 subscribers × 10 messages a second for ${load.seconds} s`
  return [
    told(`${what}, p99 of bare ws`, theirs.p99, 'ms'),
    theirs.p99 <= BARE_MS
      ? atMost(`${what}, p99`, ours.p99, 'ms', BUDGET_MS)
      : told(`${what}, p99`, ours.p99, 'ms'),
    told(`${what}, arrived against bare ws`, ours.arrived / theirs.arrived, 'x'),
  ]
}

async function measure(url: string, given: Load & { readonly isBare: boolean }): Promise<Measured> {
  const { channels, seconds, isBare } = given
  const child = fork(CLIENTS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await ask(child, { kind: 'open', url, isBare, from: 0, channels, subscribers: SUBSCRIBERS })
  // Time for messages that follow the reply to a join.
  await setTimeout(1500)
  // Warms the server up.
  await ask(child, { kind: 'run', perSecond: PER_SECOND, seconds: 2 })
  const report = await ask(child, { kind: 'run', perSecond: PER_SECOND, seconds })
  child.kill()
  if (report === 'opened') throw new Error('The clients did not run')
  const { sent, received, histogram } = report
  const missing = Math.max(0, sent * SUBSCRIBERS - received)
  // Messages that have not arrived seconds after the last one count among the slowest.
  const all = [...histogram.slice(0, -1), (histogram.at(-1) ?? 0) + missing]
  return { p99: percentile(all, 0.99), arrived: received }
}

async function ask(child: ChildProcess, order: ChannelOrder): Promise<ChannelReport | 'opened'> {
  const answered = once(child, 'message')
  child.send(order)
  const [report] = (await answered) as [ChannelReport | 'opened']
  return report
}

/** The shortest time that at least this share of all messages did not exceed. */
function percentile(histogram: readonly number[], share: number): number {
  const enough = histogram.reduce((sum, count) => sum + count, 0) * share
  let sum = 0
  return histogram.findIndex((count) => (sum += count) >= enough)
}
