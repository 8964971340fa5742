import { useEffect } from 'react'

/** Names the browser's tab: `useTitle('Team', 'Acme')` gives `Team · Acme · Stoa`. */
export function useTitle(...parts: (string | undefined)[]) {
  const title = [...parts.filter(Boolean), 'Stoa'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
