import { readFileSync } from 'node:fs'
import os from 'node:os'
import type { Clock } from './clock.ts'

const ACCURACY_S = 60

/**
 * Identifies this start of the machine: files that were written before another one may lack what was
 * written last.
 */
export function bootId(clock: Clock): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Only Linux has the file. Elsewhere the time of the start is known.
    const startedAt = clock.now().getTime() / 1000 - os.uptime()
    return `${Math.round(startedAt / ACCURACY_S)}`
  }
}
