import { removeSetting } from '../../../lib/storage.ts'
import type { KeyValueStore } from '../../../lib/browser-storage.ts'
import type { ChatDatabase } from './chat-database.ts'
import { EMPTY_STATE, newChat, sortedChats, type AssistantState, type KeptState } from './chats.ts'
import { readKept } from './kept-state.ts'

/** The setting in which an older version kept the state. */
export const OLD_SETTING = 'stoa.assistant-state'

export type LoadDeps = {
  readonly database: ChatDatabase
  readonly settings: KeyValueStore
  readonly now: () => number
  readonly newId: () => string
}

/**
 * Reads the assistant's state in a project: from IndexedDB, or else from local storage, where an older
 * version kept it and from where it is moved. There is always an active chat. Failures of the
 * browser's storage are only logged to the console (SPEC 8).
 */
export async function loadChats(
  projectRef: string | undefined,
  deps: LoadDeps,
): Promise<AssistantState> {
  if (projectRef === undefined) return EMPTY_STATE
  const kept = readKept(await readStored(projectRef, deps)) ?? (await migrate(projectRef, deps))
  return withActiveChat({ ...EMPTY_STATE, ...kept }, deps)
}

async function readStored(projectRef: string, { database }: LoadDeps): Promise<unknown> {
  try {
    return await database.read(projectRef)
  } catch (error) {
    reportStorage('read', error)
    return undefined
  }
}

async function migrate(
  projectRef: string,
  { database, settings }: LoadDeps,
): Promise<KeptState | undefined> {
  const key = `${OLD_SETTING}.${projectRef}`
  try {
    const text = settings.getItem(key)
    if (text === null) return undefined
    const kept = readKept(parsed(text))
    if (kept) await database.update(projectRef, () => kept)
    removeSetting(key, settings)
    return kept
  } catch (error) {
    reportStorage('save', error)
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function withActiveChat(state: AssistantState, { now, newId }: LoadDeps): AssistantState {
  const { activeChatId, chats } = state
  if (activeChatId !== undefined && activeChatId in chats) return state
  const [latest] = sortedChats(state)
  if (latest) return { ...state, activeChatId: latest.id }
  return newChat(state, { id: newId(), now: now() })
}

export function reportStorage(verb: 'read' | 'save', error: unknown): void {
  // oxlint-disable-next-line no-console -- SPEC 8: storage failures are only logged to the console
  console.error(`Failed to ${verb} the chats of the assistant`, error)
}
