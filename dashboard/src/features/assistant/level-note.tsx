import type { ProjectAssistant } from '@stoa/contract/platform/assistant'
import { Link } from '@tanstack/react-router'
import { LEVEL_WORDS } from './levels.ts'

/** Says who receives the messages and what the assistant can read. */
export function LevelNote({ assistant }: { assistant: ProjectAssistant }) {
  const { provider, level, can_configure: canConfigure, organization_slug: slug } = assistant
  if (!provider) return null
  return (
    <p className="mt-2 text-xs text-muted">
      {provider.model} at {provider.host}. Shared: {LEVEL_WORDS[level].label.toLowerCase()}.{' '}
      {canConfigure && (
        <Link
          to="/org/$slug/assistant"
          params={{ slug }}
          className="text-accent-text underline underline-offset-2"
        >
          Change
        </Link>
      )}
    </p>
  )
}
