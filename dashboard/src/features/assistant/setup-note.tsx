import type { ProjectAssistant } from '@stoa/contract/platform/assistant'
import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/buttons/button.tsx'

/** Says how to set up a provider, in three lines. */
export function SetupNote({ assistant }: { assistant: ProjectAssistant }) {
  return (
    <div className="grid flex-1 content-start gap-3 p-4">
      <p className="font-medium">The assistant needs a model.</p>
      <ol className="grid list-decimal gap-1 pl-5 text-muted">
        <li>Choose OpenAI, Anthropic, Google, or a server of your own, such as Ollama.</li>
        <li>Enter its key and a model under Organization → Assistant, and test it there.</li>
        <li>Choose what the assistant may read. By default, it sees nothing of your project.</li>
      </ol>
      {assistant.can_configure ? (
        <Button asChild variant="primary" className="justify-self-start">
          <Link to="/org/$slug/assistant" params={{ slug: assistant.organization_slug }}>
            Set up a model
          </Link>
        </Button>
      ) : (
        <p className="text-muted">An owner or administrator of the organization can do this.</p>
      )}
    </div>
  )
}
