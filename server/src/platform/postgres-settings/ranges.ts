import {
  postgresSetting,
  type PostgresSettingKind,
  type PostgresSettingName,
} from '@stoa/contract/catalog/postgres-settings'

type Value = string | number | boolean

/** The smallest and the largest value of a setting, in its own notation. */
export type SettingRange = { readonly min: string | number; readonly max: string | number }

const MEGABYTE = 1024 ** 2
/** In bytes and in milliseconds. */
const UNITS = new Map([
  ['kB', 1024],
  ['MB', MEGABYTE],
  ['GB', 1024 ** 3],
  ['TB', 1024 ** 4],
  ['ms', 1],
  ['s', 1000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** The range of a setting for a project with this memory; undefined for a switch. */
export function rangeOf(name: PostgresSettingName, memoryBytes: number): SettingRange | undefined {
  const { min, max, maxShareOfMemory } = postgresSetting(name)
  if (min === undefined || max === undefined) return undefined
  if (maxShareOfMemory === undefined) return { min, max }
  const share = `${Math.floor((memoryBytes * maxShareOfMemory) / MEGABYTE)}MB`
  if (amountOf(share) >= amountOf(max)) return { min, max }
  return { min, max: amountOf(share) > amountOf(min) ? share : min }
}

/** Why a value is outside the range of its setting; undefined if it is valid. */
export function problemOf(
  name: PostgresSettingName,
  value: Value,
  memoryBytes: number,
): string | undefined {
  const range = rangeOf(name, memoryBytes)
  if (!range || typeof value === 'boolean') return undefined
  const amount = amountOf(value)
  const { canBeZero, kind } = postgresSetting(name)
  if (amount === 0 && canBeZero === true) return undefined
  if (amount >= amountOf(range.min) && amount <= amountOf(range.max)) return undefined
  const zero = canBeZero === true ? `, or ${ZERO[kind]}` : ''
  return `${name} must be from ${range.min} to ${range.max}${zero}.`
}

const ZERO: Readonly<Record<PostgresSettingKind, string>> = {
  memory: '0MB',
  duration: '0',
  count: '0',
  switch: 'off',
}

/** A value in bytes, milliseconds, or as it is. The contract has checked its notation. */
function amountOf(value: string | number): number {
  const [, digits = '', unit = ''] = /^(\d+)([a-zA-Z]*)$/.exec(String(value)) ?? []
  return Number(digits) * (UNITS.get(unit) ?? 1)
}
