import type { Snippet as StoredSnippet, SnippetType } from '@stoa/contract/platform/content'
import type { DraftStore } from './drafts.ts'
import { nameOfQuery } from './query-name.ts'
import { NEW_NAMES } from './new-names.ts'

/** The part of a stored snippet that the editor synchronizes. */
export type Snippet = Pick<StoredSnippet, 'id' | 'name' | 'sql' | 'version' | 'updated_at'> &
  Partial<Pick<StoredSnippet, 'updated_by'>>

export type SaveOutcome =
  | { state: 'saved'; snippet: Snippet }
  | { state: 'conflict'; theirs: Snippet | null }
  | { state: 'failed'; message: string }

export type DocumentStatus =
  | { readonly state: 'saved' }
  | { readonly state: 'unsaved'; readonly message: string | null; readonly isKeptLocally: boolean }
  | { readonly state: 'saving' }
  | { readonly state: 'conflict'; readonly theirs: Snippet | null }

export type DocumentSnapshot = {
  readonly name: string
  readonly version: number
  readonly status: DocumentStatus
}

export type SnippetDocumentOptions = {
  id: string
  /** By default `sql`. */
  type?: SnippetType
  /** Names a text until its user does; by default after its statements. */
  nameOf?: (text: string) => string | undefined
  /** The stored snippet; null for a snippet that was never saved. */
  stored: Snippet | null
  drafts: DraftStore
  save: (change: {
    type?: SnippetType
    name: string
    sql: string
    version: number
    /** The replaced text must stay a version. */
    keeps_previous?: boolean
  }) => Promise<SaveOutcome>
  /** Delay between typing and the local draft, in ms. */
  keepAfter?: number
  /** Pause in typing before a save to the server, in ms. */
  saveAfter?: number
}

export type SnippetDocument = {
  readonly id: string
  snapshot: () => DocumentSnapshot
  text: () => string
  /**
   * Signals a change of the text. `read` is called only when the text is needed, not on every key.
   */
  changed: (read: () => string) => void
  rename: (name: string) => void
  /** Saves now; resolves when the server has responded. */
  save: () => Promise<void>
  keepMine: () => Promise<void>
  /** Replaces the local text with the stored one and returns it. */
  takeTheirs: () => string | null
  /** Writes the draft at once, for example before the page is closed. */
  keep: () => void
  /** Starts saving changes left unsaved by an earlier visit. */
  open: () => void
  /** Writes the draft, saves once and stops retrying: the next visit finds the draft. */
  close: () => void
  /** Stops keeping and saving a snippet that was deleted. */
  abandon: () => void
  subscribe: (listener: () => void) => () => void
}

const RETRY_AFTER = 10_000

/**
 * Synchronizes one open SQL text between the editor, the browser's storage and the server. Typing
 * marks it unsaved, a short delay writes a local draft, a longer pause saves it. A failed save
 * keeps the text and is retried; a save over a version from another tab or user becomes a conflict,
 * and the user chooses which version to keep.
 */
export function createSnippetDocument(options: SnippetDocumentOptions): SnippetDocument {
  const { id, stored, drafts, keepAfter = 250, saveAfter = 1500 } = options
  const { type = 'sql', nameOf = nameOfQuery } = options
  const newName = NEW_NAMES[type]
  const draft = drafts.read(id)
  const hasNews =
    draft !== undefined &&
    (stored === null || draft.sql !== stored.sql || draft.name !== stored.name)
  const isBehind = hasNews && stored !== null && draft.base_version !== stored.version
  let sql = hasNews ? draft.sql : (stored?.sql ?? '')
  let read = () => sql
  let revision = hasNews && draft.sql !== '' ? 1 : 0
  let keepTimer: ReturnType<typeof setTimeout> | undefined
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isOpen = false
  let isAbandoned = false
  let replacesTheirs = false
  const listeners = new Set<() => void>()
  const firstName = (hasNews ? draft.name : stored?.name) ?? newName
  let isNamedByUser = firstName !== newName && firstName !== nameOf(sql)
  let snapshot: DocumentSnapshot = {
    name: firstName,
    version: stored?.version ?? draft?.base_version ?? 0,
    status: firstStatus(),
  }
  function firstStatus(): DocumentStatus {
    if (isBehind) return { state: 'conflict', theirs: stored }
    if (revision > 0) return { state: 'unsaved', message: null, isKeptLocally: true }
    return { state: 'saved' }
  }

  function update(next: Partial<DocumentSnapshot>): void {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }

  function text(): string {
    sql = read()
    return sql
  }

  function keep(): void {
    clearTimeout(keepTimer)
    keepTimer = undefined
    const { state } = snapshot.status
    if (state === 'saved' || isAbandoned) return
    const isKeptLocally = drafts.write(id, {
      ...(type !== 'sql' && { type }),
      name: snapshot.name,
      sql: text(),
      base_version: snapshot.version,
    })
    if (state === 'unsaved' && snapshot.status.isKeptLocally !== isKeptLocally) {
      update({ status: { ...snapshot.status, isKeptLocally } })
    }
  }

  function saveIn(milliseconds: number): void {
    clearTimeout(saveTimer)
    saveTimer = setTimeout(() => void save(), milliseconds)
  }

  function touch(): void {
    if (isAbandoned) return
    revision += 1
    keepTimer ??= setTimeout(keep, keepAfter)
    if (snapshot.status.state === 'conflict') return
    saveIn(saveAfter)
    if (snapshot.status.state !== 'saved') return
    update({ status: { state: 'unsaved', message: null, isKeptLocally: true } })
  }

  async function save(): Promise<void> {
    clearTimeout(saveTimer)
    // Only one save runs at a time: the next one needs the version that this one returns.
    while (running !== undefined) await running
    if (isAbandoned || snapshot.status.state === 'conflict') return
    running = saveOnce()
    await running
    running = undefined
  }

  /** Names the query after its text until the user names it. */
  function nameByText(): void {
    const name = isNamedByUser ? undefined : nameOf(text())
    if (name !== undefined && name !== snapshot.name) update({ name })
  }

  async function saveOnce(): Promise<void> {
    const sent = revision
    nameByText()
    const change = {
      ...(type !== 'sql' && { type }),
      name: snapshot.name,
      sql: text(),
      version: snapshot.version,
      ...(replacesTheirs && { keeps_previous: true }),
    }
    keep()
    update({ status: { state: 'saving' } })
    const outcome = await options.save(change)
    // The snippet was deleted during the save, so the outcome must not bring it back as a draft.
    if (isAbandoned) return
    if (outcome.state === 'conflict') {
      const { theirs } = outcome
      const isSame = theirs !== null && theirs.sql === change.sql && theirs.name === change.name
      // The response to an earlier save was lost, but the server had stored the text.
      if (isSame) settle(sent, theirs)
      if (!isSame) update({ status: { state: 'conflict', theirs } })
      return
    }
    if (outcome.state === 'failed') {
      update({ status: { state: 'unsaved', message: outcome.message, isKeptLocally: true } })
      keep()
      if (isOpen) saveIn(RETRY_AFTER)
      return
    }
    settle(sent, outcome.snippet)
  }

  function settle(sent: number, snippet: Snippet): void {
    replacesTheirs = false
    if (revision === sent) {
      clearTimeout(keepTimer)
      keepTimer = undefined
      drafts.remove(id)
      update({ version: snippet.version, status: { state: 'saved' } })
      return
    }
    update({
      version: snippet.version,
      status: { state: 'unsaved', message: null, isKeptLocally: true },
    })
    keep()
    saveIn(saveAfter)
  }

  return {
    id,
    snapshot: () => snapshot,
    text,
    changed(next) {
      read = next
      touch()
    },
    rename(name) {
      if (name === snapshot.name) return
      isNamedByUser = true
      update({ name })
      touch()
    },
    save,
    keep,
    open() {
      isOpen = true
      if (snapshot.status.state !== 'unsaved') return
      saveIn(saveAfter)
    },
    close() {
      isOpen = false
      keep()
      if (snapshot.status.state === 'unsaved') void save()
    },
    abandon() {
      isOpen = false
      isAbandoned = true
      clearTimeout(keepTimer)
      clearTimeout(saveTimer)
      drafts.remove(id)
      update({ status: { state: 'saved' } })
    },
    async keepMine() {
      if (snapshot.status.state !== 'conflict') return
      const version = snapshot.status.theirs?.version ?? 0
      replacesTheirs = version > 0
      update({ version, status: { state: 'unsaved', message: null, isKeptLocally: true } })
      await save()
    },
    takeTheirs() {
      if (snapshot.status.state !== 'conflict' || snapshot.status.theirs === null) return null
      const { theirs } = snapshot.status
      clearTimeout(keepTimer)
      keepTimer = undefined
      drafts.remove(id)
      sql = theirs.sql
      read = () => sql
      isNamedByUser = theirs.name !== newName && theirs.name !== nameOf(sql)
      update({ name: theirs.name, version: theirs.version, status: { state: 'saved' } })
      return sql
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
