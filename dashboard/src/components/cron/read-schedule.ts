import { parseSchedule } from '@stoa/contract/services/cron/schedule'
import { scheduleFromWords } from './schedule-from-words.ts'

/**
 * The cron expression for a typed text, which can also be plain words; undefined if it is neither.
 */
export const readSchedule = (typed: string): string | undefined =>
  parseSchedule(typed) ? typed.trim() : scheduleFromWords(typed)
