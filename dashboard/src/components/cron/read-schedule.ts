import { parseSchedule } from '@stoa/contract/services/cron/schedule'
import { scheduleFromWords } from './schedule-from-words.ts'

/** The cron text that a person typed, or that their words mean; undefined for neither. */
export const readSchedule = (typed: string): string | undefined =>
  parseSchedule(typed) ? typed.trim() : scheduleFromWords(typed)
