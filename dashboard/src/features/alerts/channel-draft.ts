import type {
  AlertChannel,
  ChatFormat,
  NewChannelTarget,
} from '@stoa/contract/services/alerts/channels'
import type {
  AlertChannelChange,
  AlertChannelDraft,
} from '../../data/resources/services/alerts/channels.ts'

/** The form of a channel. */
export type ChannelDraft = {
  name: string
  kind: NewChannelTarget['kind']
  recipients: string[]
  format: ChatFormat
  /** Empty keeps the URL of a channel that is edited. */
  url: string
  enabled: boolean
  hasQuietHours: boolean
  from: string
  to: string
  timeZone: string
}

export const newChannel = (timeZone: string): ChannelDraft => ({
  name: '',
  kind: 'mail',
  recipients: [],
  format: 'slack',
  url: '',
  enabled: true,
  hasQuietHours: false,
  from: '22:00',
  to: '07:00',
  timeZone,
})

export function draftOf(channel: AlertChannel, timeZone: string): ChannelDraft {
  const { name, enabled, target, quiet_hours: quiet } = channel
  return {
    ...newChannel(timeZone),
    name,
    enabled,
    kind: target.kind,
    ...(target.kind === 'mail' && { recipients: target.recipients }),
    ...(target.kind === 'chat' && { format: target.format }),
    hasQuietHours: quiet !== null,
    ...(quiet && { from: quiet.from, to: quiet.to, timeZone: quiet.time_zone }),
  }
}

const quietOf = ({ hasQuietHours, from, to, timeZone }: ChannelDraft) =>
  hasQuietHours ? { from, to, time_zone: timeZone } : null

function targetOf({ kind, recipients, format, url }: ChannelDraft): NewChannelTarget {
  if (kind === 'mail') return { kind, recipients }
  return kind === 'webhook' ? { kind, url: url.trim() } : { kind, format, url: url.trim() }
}

export const draftBody = (draft: ChannelDraft): AlertChannelDraft => ({
  name: draft.name.trim(),
  enabled: draft.enabled,
  quiet_hours: quietOf(draft),
  target: targetOf(draft),
})

export const changeBody = (draft: ChannelDraft): AlertChannelChange => ({
  name: draft.name.trim(),
  enabled: draft.enabled,
  quiet_hours: quietOf(draft),
  ...((draft.kind === 'mail' || draft.url.trim() !== '') && { target: targetOf(draft) }),
})

const isUrl = (text: string) => /^https?:\/\/./.test(text.trim()) && URL.canParse(text.trim())

export const changeProblems = ({ name, kind, recipients, url }: ChannelDraft) => ({
  name: name.trim() === '' ? 'Enter a name.' : undefined,
  recipients: kind === 'mail' && recipients.length === 0 ? 'Select a member.' : undefined,
  url:
    kind === 'mail' || url.trim() === '' || isUrl(url)
      ? undefined
      : 'Enter a URL that starts with https://.',
})

export const draftProblems = (draft: ChannelDraft) => ({
  ...changeProblems(draft),
  url:
    draft.kind === 'mail' || isUrl(draft.url)
      ? undefined
      : 'Enter a URL that starts with https://.',
})
