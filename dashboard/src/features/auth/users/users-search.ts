import type { UserFilter } from '@stoa/contract/services/auth/members'
import type { UserOrder } from '../../../data/resources/services/auth/users.ts'
import { pickText } from '../../../lib/search-params.ts'

const STATES = ['confirmed', 'unconfirmed', 'anonymous', 'banned'] as const
const SORTS = ['created_at', 'last_sign_in_at', 'email', 'phone'] as const
const ORDERS = ['asc', 'desc'] as const

/** The part of the URL for the list of users: the search, the order, and the open user. */
export type UsersSearch = {
  search?: string | undefined
  match?: 'contains' | undefined
  state?: UserFilter['state']
  /** A sign-in method, such as `github` or `custom:acme`. */
  provider?: string | undefined
  sort?: UserOrder['sort'] | undefined
  order?: UserOrder['order'] | undefined
  /** The id of the user in the panel. */
  user?: string | undefined
  panel?: 'new' | 'invite' | undefined
}

/** Parsed by hand: route definitions are in the entry chunk, which must not include zod. */
export function UsersSearch(given: Record<string, unknown>): UsersSearch {
  const { search, user, provider } = pickText(given, 'search', 'user', 'provider')
  const state = STATES.find((name) => name === given['state'])
  const sort = SORTS.find((name) => name === given['sort'])
  const order = ORDERS.find((name) => name === given['order'])
  const panel = (['new', 'invite'] as const).find((name) => name === given['panel'])
  return {
    ...(search && { search }),
    ...(given['match'] === 'contains' && { match: 'contains' }),
    ...(state && { state }),
    ...(provider && { provider }),
    ...(sort && { sort }),
    ...(order && { order }),
    ...(user && { user }),
    ...(panel && { panel }),
  }
}

export const filterOf = ({ search, match, state, provider }: UsersSearch): UserFilter => ({
  ...(search && { search }),
  ...(search && match && { match }),
  ...(state && { state }),
  ...(provider && { provider }),
})

/** Newest first; addresses and numbers match from their start. */
export const firstOrderOf = (sort: UserOrder['sort']): UserOrder['order'] =>
  sort === 'email' || sort === 'phone' ? 'asc' : 'desc'

/** The order of the list. A search by the start of an address is fastest in alphabetical order. */
export function orderOf({ search, match, sort, order }: UsersSearch): UserOrder {
  const chosen = sort ?? (search && match === undefined ? 'email' : 'created_at')
  return { sort: chosen, order: order ?? firstOrderOf(chosen) }
}

/** The filter and the order of the list, whichever panel is open beside it. */
export const listOf = (search: UsersSearch) => ({
  filter: filterOf(search),
  order: orderOf(search),
})
