import type { LogDrainConfig, LogDrainType } from '@stoa/contract/services/logs/drains'

/** The settings of one kind of receiver. */
export type ConfigOf<Type extends LogDrainType> = Extract<LogDrainConfig, { type: Type }>['config']
