import { Link } from '@tanstack/react-router'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/buttons/button.tsx'

export function NotFound() {
  useTitle('Page not found')
  return (
    <div className="grid min-h-80 place-content-center gap-3 p-6 text-center">
      <h1 className="text-xl font-semibold">This page does not exist</h1>
      <p className="text-muted">Check the URL for typos. The page may also have been deleted.</p>
      <div>
        <Button asChild variant="secondary">
          <Link to="/">Go home</Link>
        </Button>
      </div>
    </div>
  )
}
