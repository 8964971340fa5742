import type { UserFilter } from '@stoa/contract/services/auth/members'
import type { UserOrder } from '../../../data/resources/auth-users.ts'
import { pickText } from '../../../lib/search-params.ts'

const STATES = ['confirmed', 'unconfirmed', 'anonymous', 'banned'] as const
const SORTS = ['created_at', 'last_sign_in_at', 'email'] as const

/** The part of the URL of the list of users: what is searched, the order, and the open user. */
export type UsersSearch = {
  search?: string | undefined
  match?: 'contains' | undefined
  state?: UserFilter['state']
  /** A sign-in method, such as `github` or `custom:acme`. */
  provider?: string | undefined
  sort?: UserOrder['sort'] | undefined
  order?: 'asc' | undefined
  /** The id of the user in the panel. */
  user?: string | undefined
  panel?: 'new' | 'invite' | undefined
}

/** Parsed by hand: route definitions are in the entry chunk, which must not include zod. */
export function UsersSearch(given: Record<string, unknown>): UsersSearch {
  const { search, user, provider } = pickText(given, 'search', 'user', 'provider')
  const state = STATES.find((name) => name === given['state'])
  const sort = SORTS.find((name) => name === given['sort'])
  const panel = (['new', 'invite'] as const).find((name) => name === given['panel'])
  return {
    ...(search && { search }),
    ...(given['match'] === 'contains' && { match: 'contains' }),
    ...(state && { state }),
    ...(provider && { provider }),
    ...(sort && sort !== 'created_at' && { sort }),
    ...(given['order'] === 'asc' && { order: 'asc' }),
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

export const orderOf = ({ sort = 'created_at', order }: UsersSearch): UserOrder => ({
  sort,
  order: order ?? 'desc',
})
