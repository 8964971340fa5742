import { hash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ChangeListener } from './listener.ts'

/**
 * Which channels are subscribed, in a file that outlives the server, so that a later server knows
 * whose client returns. Clients do not say who they are: a channel returns if its topic, its role and
 * user, and what it asks for are the same.
 */
export type Returning = {
  /** Reads whom an earlier server served: they are expected from now on. */
  load(): void
  /** Notes a channel. True if it was expected. */
  join(channel: string): boolean
  leave(channel: string): void
  isExpecting(): boolean
  /** Expects nobody any longer, and drops from the file whom an earlier server left there. */
  expire(): void
  /** Forgets every channel, with the file. */
  clear(): void
}

const FILE = 'subscribed'
const DIGEST = 16
/** The file is written anew when it has this many lines more than there are channels. */
const MAX_SURPLUS = 5000

/** `persist` runs what writes to the file, and can ignore its errors. */
export function createReturning(folder: string, persist: (write: () => void) => void): Returning {
  const file = path.join(folder, FILE)
  const subscribed = new Map<string, number>()
  const expected = new Map<string, number>()
  let lines = 0

  function append(line: string): void {
    persist(() => appendFileSync(file, `${line}\n`, { mode: 0o600 }))
    lines += 1
    if (lines > total(subscribed) + total(expected) + MAX_SURPLUS) rewrite()
  }

  function rewrite(): void {
    const all = [...linesOf(subscribed), ...linesOf(expected)]
    persist(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.new`, all.map((line) => `${line}\n`).join(''), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    })
    lines = all.length
  }

  return {
    load() {
      for (const line of readLines(file)) {
        lines += 1
        add(expected, line.slice(1), line.startsWith('+') ? 1 : -1)
      }
    },
    join(channel) {
      const isExpected = expected.has(channel)
      // The line of an expected channel is in the file already.
      if (isExpected) add(expected, channel, -1)
      else append(`+${channel}`)
      add(subscribed, channel, 1)
      return isExpected
    },
    leave(channel) {
      add(subscribed, channel, -1)
      append(`-${channel}`)
    },
    isExpecting: () => expected.size > 0,
    expire() {
      expected.clear()
      rewrite()
    },
    clear() {
      subscribed.clear()
      expected.clear()
      lines = 0
      rmSync(file, { force: true })
    },
  }
}

/** For a slot that is not kept. */
export const NOBODY_RETURNS: Returning = {
  load() {},
  join: () => false,
  leave() {},
  isExpecting: () => false,
  expire() {},
  clear() {},
}

/** What a channel is known by. */
export function channelKey({ topic, asked, caller }: ChangeListener): string {
  const { role, claims } = caller()
  return hash('sha256', JSON.stringify([topic, role, claims['sub'] ?? null, asked])).slice(
    0,
    DIGEST,
  )
}

function add(counts: Map<string, number>, key: string, amount: number): void {
  const count = (counts.get(key) ?? 0) + amount
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

const total = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

const linesOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].flatMap(([key, count]) => Array.from({ length: count }, () => `+${key}`))

/** The last line can be incomplete after a crash. */
function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^[+-][\da-f]+$/.test(line) && line.length === DIGEST + 1)
  } catch {
    return []
  }
}
