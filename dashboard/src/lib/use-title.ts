import { useEffect } from 'react'

/** Sets the title of the browser tab: `useTitle('Team', 'Acme')` gives `Team · Acme · Stoa`. */
export function useTitle(...parts: (string | undefined)[]) {
  const title = [...parts.filter(Boolean), 'Stoa'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
