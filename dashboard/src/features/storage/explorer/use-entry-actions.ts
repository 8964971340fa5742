import type { StorageBucket } from '@stoa/contract/services/storage/members'
import { errorMessage } from '../../../data/client/api-error.ts'
import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Entry } from './entries.ts'
import type { OpenDialog } from './entry-dialogs.tsx'
import type { EntryAction } from './entry-menu.tsx'
import { publicUrl } from './paths.ts'
import type { SelectedAction } from './toolbar.tsx'

type EntryActionsOptions = {
  verbs: ObjectVerbs
  bucket: StorageBucket
  endpoints: { api_url: string }
  open: (entry: Entry) => void
  onDialog: (dialog: OpenDialog) => void
}

/** A link for a download is used immediately. */
const DOWNLOAD_SECONDS = 300

/** The actions in the menu of an entry and in the bar of the selection. */
export function useEntryActions({ verbs, bucket, endpoints, open, onDialog }: EntryActionsOptions) {
  const download = async (entries: readonly Entry[]) => {
    const [only] = entries
    if (entries.length > 1 || only?.kind === 'folder') {
      onDialog({ kind: 'zip', entries })
      return
    }
    if (!only) return
    try {
      const url = (await verbs.sign([only.name], DOWNLOAD_SECONDS)).get(only.name)
      if (url === undefined) toast.error('The file does not exist anymore')
      else startDownload(url)
    } catch (error) {
      toast.error(`Could not download: ${errorMessage(error)}`)
    }
  }
  const copyUrl = async ({ name }: Entry) => {
    if (await copyText(publicUrl(endpoints.api_url, bucket.id, name))) toast.success('URL copied')
  }
  return {
    one(action: EntryAction, entry: Entry) {
      if (action === 'open') open(entry)
      else if (action === 'download') void download([entry])
      else if (action === 'copy-url') void copyUrl(entry)
      else if (action === 'sign' || action === 'rename')
        onDialog({ kind: action, name: entry.name })
      else onDialog({ kind: action, entries: [entry] })
    },
    many(action: SelectedAction, entries: readonly Entry[]) {
      if (action === 'download') void download(entries)
      else onDialog({ kind: action, entries })
    },
  }
}

/** The server sends the file as an attachment, so the page stays. */
function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = `${url}&download=`
  link.rel = 'noopener noreferrer'
  link.click()
}
