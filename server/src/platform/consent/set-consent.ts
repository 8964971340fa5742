import type { Consent } from '@stoa/contract/platform/consent'
import type { Member } from '../../project/member.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { categoriesOf } from './categories.ts'
import { saveConsent } from './queries.ts'
import { readConsent } from './read-consent.ts'

/** Stores a person's choices; essential services cannot be turned off. */
export async function setConsent(
  context: Context,
  member: Member,
  services: readonly { id: string; status: boolean }[],
): Promise<Consent> {
  const { userId } = personOf(member)
  const categories = categoriesOf(context)
  for (const { id, status } of services) {
    const category = categories.find((each) => each.services.some((known) => known.id === id))
    if (!category)
      throw new AppError('unknown_service', `This installation does not use the service ${id}.`, {
        status: 400,
        hint: 'Reload the list of services, and send only those it contains.',
      })
    if (category.isEssential && !status)
      throw new AppError(
        'service_essential',
        `The service ${id} is required and cannot be disabled.`,
        { status: 400, hint: 'Leave it enabled, or omit it from the request.' },
      )
  }
  const at = context.clock.now()
  await context.session.transaction(async (tx) => {
    for (const { id, status } of services)
      await saveConsent(tx, { userId, serviceId: id, status, at })
  })
  return readConsent(context, member)
}
