import type { SettingsChange } from '@stoa/contract/settings-section'
import { z } from 'zod'
import { fieldsCheckedBy } from '../form/checked-by.ts'
import { changesOf } from '../form/changes-of.ts'
import {
  drawnFields,
  type DrawnField,
  type Problems,
  type SettingsDeclaration,
} from './settings-declaration.ts'

/** The values of a form as the change that the section's endpoint accepts. */
export const settingsSchema = <Values extends object>(
  declaration: SettingsDeclaration<Values>,
  saved: Values,
) =>
  fieldsCheckedBy<Values>((values) => settingsProblems(declaration, values))
    .transform((values): unknown => changesOf(saved, values))
    .pipe(declaration.section.update.body ?? z.custom<SettingsChange<Values>>())

/**
 * Messages for the values that the server would reject, by field. Empty when all values are valid.
 */
export function settingsProblems<Values extends object>(
  { section, parts, problems }: SettingsDeclaration<Values>,
  values: Values,
): Problems<Values> {
  const given = new Map<string, unknown>(Object.entries(values))
  const found = parts.flatMap(drawnFields).flatMap((field) => {
    const schema = section.fields[field.name]
    return schema && !z.safeParse(schema, given.get(field.name)).success
      ? [[field.name, problemOf(field, schema)]]
      : []
  })
  return { ...Object.fromEntries(found), ...problems?.(values) }
}

function problemOf(field: DrawnField, schema: z.core.$ZodType): string {
  if ('problem' in field && field.problem !== undefined) return field.problem
  if (!(schema instanceof z.ZodNumber)) return 'Enter a valid value.'
  const [least, most] = [schema.minValue ?? -Infinity, schema.maxValue ?? Infinity]
  const kind = schema.isInt ? 'whole number' : 'number'
  return `Enter a ${kind} from ${COUNT.format(least)} to ${COUNT.format(most)}.`
}

const COUNT = new Intl.NumberFormat('en')
