import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { DrainPosition } from '../../../project/drain-records.ts'

type SourceHour = { readonly source: LogSourceName; readonly hour: number }

const keyOf = ({ source, hour }: SourceHour) => `${hour} ${source}`

/** The hours whose files may have events to send, and how far each hour is sent. */
export function createPendingHours() {
  const pending = new Map<string, SourceHour>()
  const positions = new Map<string, DrainPosition>()
  let waiting = Promise.withResolvers<void>()

  return {
    load(stored: readonly DrainPosition[]): void {
      for (const position of stored) positions.set(keyOf(position), position)
    },
    add(source: LogSourceName, hour: number): void {
      pending.set(keyOf({ source, hour }), { source, hour })
      waiting.resolve()
    },
    /** Resolves when an hour is pending, or the signal is aborted before `wake`. */
    async next(signal: AbortSignal): Promise<void> {
      if (pending.size > 0 || signal.aborted) return
      waiting = Promise.withResolvers()
      await waiting.promise
    },
    wake: () => waiting.resolve(),
    /** The oldest pending hour. It is pending again if its files change from now on. */
    take(): SourceHour | undefined {
      let oldest: SourceHour | undefined
      for (const each of pending.values())
        if (oldest === undefined || each.hour < oldest.hour) oldest = each
      if (oldest) pending.delete(keyOf(oldest))
      return oldest
    },
    positionAt: (source: LogSourceName, hour: number) => positions.get(keyOf({ source, hour })),
    moveTo(position: DrainPosition): void {
      positions.set(keyOf(position), position)
    },
    forgetBefore(hour: number): void {
      for (const [key, position] of positions) if (position.hour < hour) positions.delete(key)
    },
  }
}
