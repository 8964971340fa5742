import type { AdvisorLevel } from '@stoa/contract/services/advisors/advisors'
import type { StatusTone } from '../../ui/display/status-dot.tsx'

export const LEVELS = ['ERROR', 'WARN', 'INFO'] as const satisfies readonly AdvisorLevel[]

type LevelWords = {
  readonly one: string
  readonly many: string
  readonly tone: StatusTone
}

export const LEVEL_WORDS: Readonly<Record<AdvisorLevel, LevelWords>> = {
  ERROR: { one: 'Error', many: 'Errors', tone: 'danger' },
  WARN: { one: 'Warning', many: 'Warnings', tone: 'warning' },
  INFO: { one: 'Info', many: 'Info', tone: 'neutral' },
}
