import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { measure } from '../../../lib/untrusted-folder/folders.ts'

export type ProcessUsage = { readonly cpuMs: number; readonly memoryBytes: number }

/** Linux counts in these units on every architecture that Deno runs on. */
const TICK_MS = 10
const PAGE_BYTES = 4096

/**
 * The resources that a process has used; undefined if the system does not report them in `/proc`.
 */
export async function usageOf(pid: number): Promise<ProcessUsage | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return { cpuMs: cpuOf(text), memoryBytes: Number(fieldsOf(text)[21]) * PAGE_BYTES }
}

/** The name is in parentheses; the fields after it are those of proc(5) from the third on. */
const fieldsOf = (text: string) => text.slice(text.lastIndexOf(')') + 2).split(' ')

function cpuOf(text: string): number {
  const fields = fieldsOf(text)
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/**
 * The processor time of a process and its peak memory; undefined if the system does not report
 * them. The kernel generates these files in memory, so reading them does not wait for a disk.
 */
export function totalUsageOf(pid: number): ProcessUsage | undefined {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return {
      cpuMs: cpuOf(readFileSync(`/proc/${pid}/stat`, 'utf8')),
      memoryBytes: Number(peak?.[1] ?? 0) * 1024,
    }
  } catch {
    return undefined
  }
}

/** How many bytes a folder occupies, or more than `limit` if they are more or cannot be counted. */
export async function bytesOf(folder: string, limit: number): Promise<number> {
  const { bytes, isComplete } = await measure(folder, { bytes: limit })
  return isComplete ? bytes : Math.max(bytes, limit + 1)
}
