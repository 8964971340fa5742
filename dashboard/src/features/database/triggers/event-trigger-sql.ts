import type { EventTrigger } from '@stoa/contract/services/meta/objects'
import type { EventTriggerDraft } from '../../../data/resources/database/objects.ts'
import { literal, qualified, quoted } from '../../../lib/sql-names.ts'

/** The statement that the server runs for a draft. */
export const createEventTriggerSql = (draft: EventTriggerDraft): string =>
  [
    `create event trigger ${quoted(draft.name)} on ${draft.event}`,
    ...(draft.tags.length === 0 ? [] : [`when tag in (${draft.tags.map(literal).join(', ')})`]),
    `execute function ${qualified(draft.function)}();`,
  ].join('\n')

export const enableEventTriggerSql = (
  { name }: Pick<EventTrigger, 'name'>,
  isOn: boolean,
): string => `alter event trigger ${quoted(name)} ${isOn ? 'enable' : 'disable'};`

export const dropEventTriggerSql = ({ name }: Pick<EventTrigger, 'name'>): string =>
  `drop event trigger ${quoted(name)};`
