import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { mergeMinutes, Minute } from './minute.ts'

const MINUTES = 60
/** The longest period that can be read, plus the current hour. */
const KEPT_HOURS = 25
const NAME = /^minutes-(\d+)\.jsonl$/

const hourOf = ({ minute }: Pick<Minute, 'minute'>) => Math.floor(minute / MINUTES)
const nameOf = (hour: number) => `minutes-${hour}.jsonl`
/**
 * Each line starts with a line break, so that a line left incomplete by a crash does not spoil the
 * next.
 */
const linesOf = (minutes: readonly Minute[]) =>
  minutes.map((each) => `\n${JSON.stringify(each)}`).join('')

/**
 * Appends counts to the files of their hours; those of the same minute are added when they are
 * read. With the first of an hour, the hour before gets one line per minute, and hours that no
 * period can contain anymore are deleted.
 */
export async function appendMinutes(folder: string, minutes: readonly Minute[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const known = await hoursIn(folder)
  const byHour = Map.groupBy(minutes, hourOf)
  for (const [hour, own] of byHour)
    await appendFile(path.join(folder, nameOf(hour)), linesOf(own), { mode: 0o600 })
  const newest = Math.max(...byHour.keys())
  if (known.includes(newest)) return
  const before = Math.max(...known.filter((hour) => hour < newest))
  if (Number.isFinite(before)) await shorten(folder, before)
  for (const hour of known)
    if (hour <= newest - KEPT_HOURS) await rm(path.join(folder, nameOf(hour)), { force: true })
}

/** The counts since a minute, one for each minute, the oldest first. */
export async function readMinutes(folder: string, since: number): Promise<readonly Minute[]> {
  const hours = (await hoursIn(folder)).filter((hour) => hour >= Math.floor(since / MINUTES))
  const found: Minute[] = []
  for (const hour of hours) found.push(...(await readHour(folder, hour)))
  return mergeMinutes(found.filter(({ minute }) => minute >= since))
}

async function hoursIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder).catch(() => [])
  return names.flatMap((name) => {
    const hour = NAME.exec(name)?.[1]
    return hour === undefined ? [] : [Number(hour)]
  })
}

async function readHour(folder: string, hour: number): Promise<readonly Minute[]> {
  const text = await readFile(path.join(folder, nameOf(hour)), 'utf8').catch(() => '')
  // Other work gets a turn of the event loop between two files.
  await setImmediate()
  return text.split('\n').flatMap(parseLine)
}

/** A line can be incomplete after a crash. */
function parseLine(line: string): readonly Minute[] {
  if (line === '') return []
  try {
    return [Minute.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

async function shorten(folder: string, hour: number): Promise<void> {
  const file = path.join(folder, nameOf(hour))
  const temporary = path.join(folder, 'minutes.new')
  await writeFile(temporary, linesOf(mergeMinutes(await readHour(folder, hour))), { mode: 0o600 })
  await rename(temporary, file)
}
