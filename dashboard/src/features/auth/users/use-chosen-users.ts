import { MAX_DELETED_USERS } from '@stoa/contract/services/auth/members'
import { useState } from 'react'

export type ChosenUsers = {
  ids: ReadonlySet<string>
  /** Selects or deselects a user; extending selects everybody since the last one. */
  toggle: (id: string, options: { isExtending: boolean }) => void
  /** Selects all listed users, as many as can be deleted at once. */
  all: () => void
  set: (ids: readonly string[]) => void
}

/** The selected ones of the listed users. */
export function useChosenUsers(listed: readonly string[]): ChosenUsers {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const add = (more: readonly string[]) =>
    setIds(new Set([...ids, ...more].slice(0, MAX_DELETED_USERS)))
  return {
    ids,
    toggle(id, { isExtending }) {
      const from = isExtending && last !== undefined ? listed.indexOf(last) : -1
      const to = listed.indexOf(id)
      setLast(id)
      if (from >= 0 && from !== to)
        return add(listed.slice(Math.min(from, to), Math.max(from, to) + 1))
      if (!ids.has(id)) return add([id])
      setIds(new Set([...ids].filter((each) => each !== id)))
    },
    all: () => add(listed),
    set: (next) => setIds(new Set(next)),
  }
}
