import { expect, it } from 'vitest'
import { EndController } from './end-signal.ts'

it('calls the listeners that were not removed, once', () => {
  const end = new EndController()
  const heard: string[] = []
  const leave = () => heard.push('removed')
  end.addEventListener('abort', () => heard.push('first'))
  end.addEventListener('abort', leave)
  end.addEventListener('abort', () => heard.push('last'))
  end.removeEventListener('abort', leave)
  expect(end.aborted).toBe(false)
  end.abort()
  end.abort()
  expect(end.aborted).toBe(true)
  expect(heard).toEqual(['first', 'last'])
})

it('calls every listener, also if one removes others', () => {
  const end = new EndController()
  const heard: string[] = []
  const second = () => heard.push('second')
  end.addEventListener('abort', () => end.removeEventListener('abort', second))
  end.addEventListener('abort', second)
  end.abort()
  expect(heard).toEqual(['second'])
})
