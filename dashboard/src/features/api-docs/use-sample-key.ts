import { useState } from 'react'
import { usePublicKeys, useRevealSecrets } from '../../data/resources/platform/keys.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import type { KeyChoice } from './docs-context.ts'

const PLACEHOLDERS: Readonly<Record<KeyChoice, string>> = {
  publishable: 'YOUR-PUBLISHABLE-KEY',
  secret: 'YOUR-SECRET-KEY',
  hidden: 'YOUR-PUBLISHABLE-KEY',
}

/** The key used in samples. A secret key is fetched when selected and dropped with the page. */
export function useSampleKey(projectRef: string) {
  const can = useCan(projectRef)
  const canReadPublic = can('key:read_public')
  const canReadSecret = can('key:read_secret')
  const [chosen, setChosen] = useState<KeyChoice>('publishable')
  const keys = usePublicKeys(projectRef, { enabled: canReadPublic })
  const secrets = useRevealSecrets(projectRef)
  const keyChoices: KeyChoice[] = [
    ...(canReadPublic ? (['publishable'] as const) : []),
    ...(canReadSecret ? (['secret'] as const) : []),
    'hidden',
  ]
  const keyChoice = keyChoices.includes(chosen) ? chosen : 'hidden'
  const values = {
    publishable: keys.data?.publishable_key,
    secret: secrets.data?.secret_key,
    hidden: undefined,
  }
  return {
    key: values[keyChoice] ?? PLACEHOLDERS[keyChoice],
    keyChoice,
    keyChoices,
    setKeyChoice(choice: KeyChoice) {
      setChosen(choice)
      if (choice === 'secret' && !secrets.data) secrets.mutate()
    },
  }
}
