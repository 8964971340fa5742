import { QueryError } from '../../components/query-error.tsx'
import { useTestProvider } from '../../data/resources/platform/assistant.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { providerOf, type SettingsDraft } from './settings-draft.ts'

type ProviderTestProps = {
  slug: string
  draft: SettingsDraft
  /** Whether the form has everything that a test needs. */
  isComplete: boolean
}

/** Asks the model of the form for a word, before it is saved. */
export function ProviderTest({ slug, draft, isComplete }: ProviderTestProps) {
  const test = useTestProvider(slug)
  const provider = providerOf(draft)
  const isTested = JSON.stringify(test.variables) === JSON.stringify(provider)
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        pending={test.isPending}
        disabled={!isComplete || provider === null}
        onClick={() => provider && test.mutate(provider)}
      >
        Test
      </Button>
      {isTested && test.isSuccess && (
        <div role="status" className="grid gap-1">
          <p>The model replied: “{test.data.reply.trim()}”</p>
          {test.data.models.length > 0 && (
            <details className="text-xs text-muted">
              <summary className="cursor-pointer">
                {test.data.models.length} models at this address
              </summary>
              <p className="mt-1 font-mono break-words">{test.data.models.join(', ')}</p>
            </details>
          )}
        </div>
      )}
      {isTested && test.isError && <QueryError error={test.error} title="The test failed" />}
    </div>
  )
}
