import { CopyButton } from '../ui/copy-button.tsx'
import { Button } from '../ui/button.tsx'

export type ErrorScreenProps = { error: unknown }

/** What stands in place of the page when rendering failed for a reason nobody foresaw. */
export function ErrorScreen({ error }: ErrorScreenProps) {
  const message = error instanceof Error ? error.message : String(error)
  const report = error instanceof Error && error.stack ? error.stack : message
  const isRemoveChild = /removeChild/.test(message)
  const back = import.meta.env.PROD ? 'Reload dashboard' : 'Return to dashboard'
  return (
    <div className="mx-auto grid max-w-xl gap-4 px-6 py-16">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">Sorry! An unexpected error occurred</h1>
        <CopyButton text={report} label="Copy error" />
      </div>
      <pre className="max-h-48 overflow-auto rounded-md border bg-sunken p-3 text-xs whitespace-pre-wrap">
        {message}
      </pre>
      {isRemoveChild ? <TranslationHint /> : <RecoverySteps />}
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => window.location.assign('/')}>
          {back}
        </Button>
      </div>
    </div>
  )
}

function TranslationHint() {
  return (
    <p className="text-muted">
      Page translation and some browser extensions change the page under the dashboard, and this
      error follows. Switch translation off for this page, or try a window without extensions.
    </p>
  )
}

function RecoverySteps() {
  return (
    <div className="text-muted">
      <p>These usually help, in this order:</p>
      <ol className="mt-2 list-decimal space-y-1 pl-5">
        <li>Refresh the page</li>
        <li>
          <a href="/logout" className="text-accent-text hover:underline">
            Sign out
          </a>{' '}
          and sign in again
        </li>
        <li>Clear the browser storage of this site</li>
        <li>Disable browser extensions</li>
      </ol>
    </div>
  )
}
