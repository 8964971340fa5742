import type { Consent } from '@stoa/contract/platform/consent'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { categoriesOf } from './categories.ts'
import { listConsents } from './queries.ts'

/** The services that this installation uses, with the choices of a signed-in person. */
export async function readConsent(context: Context, member: Member): Promise<Consent> {
  const decided = member.kind === 'person' ? await listConsents(context.session, member.userId) : []
  const statuses = new Map(decided.map((row) => [row.service_id, row.status]))
  const categories = categoriesOf(context).map((category) => ({
    ...category,
    services: category.services.map((service) => ({
      ...service,
      consent: { status: category.isEssential || (statuses.get(service.id) ?? false) },
    })),
  }))
  const used = new Set(categories.flatMap(({ services }) => services.map(({ id }) => id)))
  const moments = decided
    .filter((row) => used.has(row.service_id))
    .map(({ decided_at }) => decided_at)
  return { categories, decided_at: moments.sort().at(-1) ?? null }
}
