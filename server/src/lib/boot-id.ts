import { readFileSync } from 'node:fs'
import os from 'node:os'
import type { Clock } from './clock.ts'

const ACCURACY_S = 60

/**
 * Identifies the machine's current boot. Files written before a reboot may lack their last writes.
 */
export function bootId(clock: Clock): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Only Linux has the file. Elsewhere, the boot time identifies the boot.
    const startedAt = clock.now().getTime() / 1000 - os.uptime()
    return `${Math.round(startedAt / ACCURACY_S)}`
  }
}
