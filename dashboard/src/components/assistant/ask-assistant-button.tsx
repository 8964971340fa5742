import { Sparkles } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { useAskAssistant, type FirstMessage } from './use-ask-assistant.ts'

type AskAssistantButtonProps = { projectRef: string; label: string; asked: () => FirstMessage }

/**
 * Opens the assistant with a message that the person can read and change before sending it. Absent
 * without a model provider.
 */
export function AskAssistantButton({ projectRef, label, asked }: AskAssistantButtonProps) {
  const ask = useAskAssistant(projectRef)
  if (!ask) return null
  return (
    <Button size="sm" onClick={() => ask(asked())}>
      <Sparkles className="size-3.5" /> {label}
    </Button>
  )
}
