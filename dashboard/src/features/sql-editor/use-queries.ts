import type { EditorSnippetType } from '@stoa/contract/platform/content'
import { useMemo, useState } from 'react'
import { forgetLastOpened } from '../../data/local/history.ts'
import { useSnippets } from '../../data/resources/platform/content.ts'
import { pageStorage } from '../../lib/storage.ts'
import { createDraftStore } from '../../components/documents/drafts.ts'
import { useQueryText } from './library/use-query-text.ts'
import { listWithDrafts } from './list-with-drafts.ts'
import type { SnippetDocument } from '../../components/documents/snippet-document.ts'
import { useTabs } from './tabs/use-tabs.ts'
import { useSnippetActions } from './use-snippet-actions.ts'

type Options = {
  projectRef: string
  currentId: string
  onOpen: (id: string, type: EditorSnippetType) => void
  /** The last tab was closed. */
  onLeave: () => void
}

/** The queries of a project with their drafts, the open one and its tabs, and what changes them. */
export function useQueries({ projectRef, currentId, onOpen, onLeave }: Options) {
  const drafts = useMemo(
    () => createDraftStore({ projectRef, storage: pageStorage, now: () => new Date() }),
    [projectRef],
  )
  const list = useSnippets(projectRef)
  const snippets = list.data && listWithDrafts(list.data, drafts.list())
  const [open, setOpen] = useState<SnippetDocument | null>(null)
  const openOf = (id: string) => (open?.id === id ? open : undefined)
  const readText = useQueryText({ projectRef, drafts, openText: (id) => openOf(id)?.text() })
  const openById = (id: string) => {
    const listed = snippets?.find((snippet) => snippet.id === id)
    onOpen(id, listed?.type ?? (drafts.read(id)?.type === 'notebook' ? 'notebook' : 'sql'))
  }
  const actions = useSnippetActions({ projectRef, drafts, readText, onOpen })
  const tabs = useTabs({
    projectRef,
    currentId,
    exists: snippets && ((id) => snippets.some((snippet) => snippet.id === id)),
    onOpen: openById,
    onEmpty: onLeave,
  })
  return {
    ...actions,
    openById,
    drafts,
    list,
    snippets,
    open,
    setOpen,
    readText,
    tabs,
    rename(id: string, name: string) {
      const document = openOf(id)
      if (document) document.rename(name)
      else void actions.rename(id, name)
    },
    /** Closes queries that were deleted. */
    forget(ids: readonly string[]) {
      for (const id of ids) {
        openOf(id)?.abandon()
        drafts.remove(id)
        forgetLastOpened(projectRef, 'sql', id)
      }
      tabs.close(ids)
    },
    /** Saves a query if it is open; false if that failed. */
    async saveOpen(id: string): Promise<boolean> {
      const document = openOf(id)
      if (document?.snapshot().status.state === 'unsaved') await document.save()
      return document === undefined || document.snapshot().status.state === 'saved'
    },
  }
}
