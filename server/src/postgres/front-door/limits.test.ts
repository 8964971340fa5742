import { describe, expect, it } from 'vitest'
import { createLimits, type Admission } from './limits.ts'

const some = { maxPending: 3, maxPerSource: 2, maxPerSourceAndProject: 2, maxPerProject: 2 }
const wide = { maxPending: 100, maxPerSource: 100, maxPerSourceAndProject: 100, maxPerProject: 100 }

function scene(options = some) {
  const limits = createLimits(options)
  const dropped: string[] = []
  const admit = (source: string, name: string) => limits.admit(source, () => dropped.push(name))
  /** A connection that has been asked for a project's password. */
  function authenticate(source: string, ref: string, name = `${source} at ${ref}`): Admission {
    const admission = admit(source, name)
    admission.advance('authenticating')
    admission.enterProject(ref)
    return admission
  }
  return { dropped, admit, authenticate }
}

describe('the limits of pending connections', () => {
  it('drop the oldest silent connection of a source over its limit', () => {
    const { admit, dropped } = scene()
    admit('a', 'first').advance('speaking')
    admit('a', 'second')
    admit('a', 'third')
    expect(dropped).toEqual(['second'])
  })

  it('drop the oldest silent connection at the overall limit', () => {
    const { admit, dropped } = scene()
    for (const name of ['one', 'two', 'three', 'four', 'five']) admit(name, name)
    expect(dropped).toEqual(['one', 'two'])
  })

  it('drop the oldest unfinished connection if none is silent', () => {
    const { admit, dropped } = scene()
    for (const name of ['one', 'two', 'three']) admit(name, name).advance('speaking')
    admit('four', 'four')
    expect(dropped).toEqual(['one'])
  })

  it('keep new silent connections while older ones have stalled', () => {
    const { admit, dropped } = scene({ ...some, maxPending: 6 })
    for (const name of ['one', 'two', 'three', 'four']) admit(name, name).advance('speaking')
    for (const name of ['new', 'newer', 'newest']) admit(name, name)
    expect(dropped).toEqual(['one'])
  })

  it('drop the one that has been authenticating longest if all are', () => {
    const { admit, dropped } = scene()
    const places = ['one', 'two', 'three'].map((name) => admit(name, name))
    for (const place of places.toReversed()) place.advance('authenticating')
    admit('four', 'four')
    expect(dropped).toEqual(['three'])
  })

  it('free one place, even if a connection leaves twice', () => {
    const { admit, dropped } = scene()
    const first = admit('a', 'first')
    admit('a', 'second').advance('authenticating')
    first.leave()
    first.leave()
    admit('a', 'third').advance('authenticating')
    expect(dropped).toEqual([])
    admit('a', 'fourth')
    expect(dropped).toEqual(['second'])
  })
})

describe('a flood of one tenant', () => {
  it('from the address of another drops its own connections', () => {
    const { authenticate, admit, dropped } = scene({ ...wide, maxPerSource: 10 })
    for (let count = 0; count < 9; count += 1) authenticate('shared', 'flooded')
    const other = admit('shared', 'another tenant')
    for (let count = 0; count < 4; count += 1) authenticate('shared', 'flooded')
    other.advance('authenticating')
    other.enterProject('quiet')
    for (let count = 0; count < 100; count += 1) authenticate('shared', 'flooded')
    expect(new Set(dropped)).toEqual(new Set(['shared at flooded']))
  })

  it('from its functions leaves the places of other sources alone', () => {
    const { authenticate, dropped } = scene({ ...wide, maxPending: 20, maxPerSource: 10 })
    authenticate('address', 'quiet')
    for (let count = 0; count < 100; count += 1) authenticate('functions of a', 'flooded')
    expect(dropped).toHaveLength(90)
    for (let count = 0; count < 11; count += 1) authenticate('functions of b', 'other')
    expect(new Set(dropped)).toEqual(
      new Set(['functions of a at flooded', 'functions of b at other']),
    )
  })

  it('of sign-ins at another’s project does not keep its clients out', () => {
    const { authenticate, dropped } = scene({ ...wide, maxPerProject: 10 })
    const client = authenticate('client', 'attacked')
    for (let count = 0; count < 50; count += 1) authenticate('attacker', 'attacked')
    expect(new Set(dropped)).toEqual(new Set(['attacker at attacked']))
    client.signedIn()
    authenticate('client', 'attacked').signedIn()
  })

  it('of one source at one project has a limit of its own', () => {
    const { authenticate, dropped } = scene({ ...wide, maxPerSourceAndProject: 2 })
    for (const name of ['one', 'two', 'three']) authenticate('a', 'x', name)
    authenticate('a', 'y')
    authenticate('b', 'x')
    expect(dropped).toEqual(['one'])
  })
})

describe('the limit of connections per project', () => {
  it('refuses further connections once all are signed in, and frees one place per connection', () => {
    const { admit, authenticate, dropped } = scene({ ...wide, maxPerProject: 2 })
    const first = authenticate('a', 'x')
    first.signedIn()
    authenticate('a', 'x').signedIn()
    expect(admit('a', 'third').enterProject('x')).toBe(false)
    expect(admit('a', 'other').enterProject('y')).toBe(true)
    first.leave()
    first.leave()
    expect(admit('a', 'fourth').enterProject('x')).toBe(true)
    expect(dropped).toEqual([])
  })

  it('does not count what was dropped or refused', () => {
    const { authenticate, dropped } = scene({ ...wide, maxPerProject: 2 })
    authenticate('a', 'x').refused()
    const slow = authenticate('a', 'x', 'slow')
    authenticate('a', 'x')
    authenticate('a', 'x')
    expect(dropped).toEqual(['slow'])
    slow.signedIn()
    slow.leave()
    const [one, two] = [authenticate('b', 'x'), authenticate('b', 'x')]
    one.signedIn()
    two.signedIn()
    expect(dropped).toHaveLength(3)
  })
})
