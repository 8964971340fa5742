import { useEffect, useRef, useState } from 'react'

type Callbacks<Data> = { onSuccess: (data: Data) => void; onError: (error: Error) => void }

const IDLE = { isPending: false, error: null }

/** Makes a function the mutation of a form. Nothing is called after the form is unmounted. */
export function useRun<Body, Data>(submit: ((body: Body) => Promise<Data> | void) | undefined) {
  const [state, setState] = useState<{ isPending: boolean; error: Error | null }>(IDLE)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const end = (error: Error | null, report: () => void) => {
    if (!isMounted.current) return
    setState({ isPending: false, error })
    report()
  }
  return {
    ...state,
    reset: () => setState(IDLE),
    mutate(body: Body, { onSuccess, onError }: Callbacks<Data>) {
      const work = submit?.(body)
      if (work === undefined) return
      setState({ isPending: true, error: null })
      work.then(
        (data) => end(null, () => onSuccess(data)),
        (thrown: unknown) => {
          const error = thrown instanceof Error ? thrown : new Error(String(thrown))
          end(error, () => onError(error))
        },
      )
    },
  }
}
