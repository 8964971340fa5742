import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Linux's file system in memory. */
const PLACE = '/dev/shm'
/** The files of all concurrent tests in this folder take less than half of this. */
const NEEDED_BYTES = 6 * 1024 ** 3
/** The process that created a folder is part of its name. */
const NAME = /^stoa-tests-(\d+)-/

/**
 * Creates a folder in memory for the temporary files of tests: databases are created and deleted so
 * often that a disk takes a third of the processor time for it. Undefined if the machine has no such
 * file system, or one that is too small or runs no programs, or too little memory. The folder is
 * removed when the process exits, or by the next run if the process was killed.
 */
export function createMemoryFolder() {
  let folder
  try {
    removeLeftovers()
    const { bavail, bsize } = statfsSync(PLACE)
    // The file system takes its space from the memory.
    if (Math.min(bavail * bsize, process.availableMemory()) < NEEDED_BYTES) return undefined
    folder = mkdtempSync(path.join(PLACE, `stoa-tests-${process.pid}-`))
    process.once('exit', () => remove(folder))
    // Databases run with accounts of their own, so the folder has the mode of /tmp.
    chmodSync(folder, 0o1777)
    return canRun(folder) ? folder : undefined
  } catch {
    // The disk works as well.
  }
  return undefined
}

/** Containers often forbid programs there; tests start copies of Postgres from it. */
function canRun(folder) {
  const program = path.join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

function removeLeftovers() {
  for (const name of readdirSync(PLACE)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) remove(path.join(PLACE, name))
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true })
