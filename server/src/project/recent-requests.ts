/** A request to a project's API whose token names a user. */
export type RecentRequest = {
  readonly at: Date
  /** The API, such as `rest`. */
  readonly service: string
  readonly method: string
  /** Without its query, which can contain values and keys. */
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly ip: string
}

export type RecentRequests = {
  note(ref: string, subject: string, request: RecentRequest): void
  /** The last requests of one subject, newest first. */
  of(ref: string, subject: string): readonly RecentRequest[]
}

const PER_SUBJECT = 20
const MAX_SUBJECTS = 2000
const MAX_PATH = 300
const MAX_SUBJECT = 200

/**
 * The last requests of each user, kept in memory. Beyond the limit, the users with the oldest last
 * request are dropped.
 */
export function createRecentRequests(): RecentRequests {
  const bySubject = new Map<string, RecentRequest[]>()
  let newest: string | undefined
  return {
    note(ref, subject, request) {
      if (subject.length > MAX_SUBJECT) return
      const key = `${ref} ${subject}`
      const isLong = request.path.length > MAX_PATH
      const kept = isLong ? { ...request, path: request.path.slice(0, MAX_PATH) } : request
      const requests = bySubject.get(key) ?? []
      requests.push(kept)
      if (requests.length > PER_SUBJECT) requests.shift()
      // The last subject is the newest already.
      if (key === newest) return
      newest = key
      bySubject.delete(key)
      bySubject.set(key, requests)
      if (bySubject.size <= MAX_SUBJECTS) return
      for (const quiet of bySubject.keys()) {
        bySubject.delete(quiet)
        return
      }
    },
    of: (ref, subject) => bySubject.get(`${ref} ${subject}`)?.toReversed() ?? [],
  }
}
