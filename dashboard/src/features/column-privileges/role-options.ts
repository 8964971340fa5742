import type { DatabaseRole } from '@stoa/contract/services/meta/privileges'
import type { ComboboxOption } from '../../ui/inputs/combobox-option.ts'
import { EVERYBODY } from './grants.ts'

/** The roles that Data API requests run as, and the kind of request that uses each. */
const REQUESTS: Readonly<Record<string, string>> = {
  anon: 'without a session',
  authenticated: 'signed in',
  service_role: 'with the secret key',
}

const PUBLIC_ROLE: Pick<
  DatabaseRole,
  'name' | 'is_superuser' | 'can_bypass_rls' | 'inherits_from'
> = { name: EVERYBODY, is_superuser: false, can_bypass_rls: false, inherits_from: [] }

export type Role = typeof PUBLIC_ROLE

/** Orders the roles: first those of Data API requests, then `PUBLIC`, then the others. */
export function orderRoles(roles: readonly DatabaseRole[]): Role[] {
  const ofRequests = Object.keys(REQUESTS).flatMap(
    (name) => roles.find((role) => role.name === name) ?? [],
  )
  const others = roles.filter(({ name }) => !Object.hasOwn(REQUESTS, name))
  return [...ofRequests, PUBLIC_ROLE, ...others]
}

export const roleOption = ({ name, is_superuser }: Role): ComboboxOption => ({
  value: name,
  label: name,
  detail: detailOf(name, is_superuser),
})

function detailOf(name: string, isSuperuser: boolean): string | undefined {
  if (name === EVERYBODY) return 'every role'
  if (isSuperuser) return 'superuser'
  return Object.hasOwn(REQUESTS, name) ? REQUESTS[name] : undefined
}
