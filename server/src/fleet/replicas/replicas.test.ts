import { describe, expect, it } from 'vitest'
import { followSettings, toConninfo } from './follow-primary.ts'
import { createLagHistory } from './lag.ts'
import {
  newIdentifier,
  newSlot,
  refOfReplica,
  refOfReplicaFolder,
  replicaFolderName,
  replicaSocketDir,
} from './names.ts'

const ref = 'abcdefghijklmnopqrst'

describe('the name of a replica', () => {
  it('has the form of the hosted platform', () => {
    const identifier = newIdentifier(ref, 'eu-central-1')
    expect(identifier).toMatch(/^abcdefghijklmnopqrst-rr-eu-central-1-[a-z]{5}$/)
    expect(refOfReplica(identifier)).toBe(ref)
    expect(newIdentifier(ref, '52.5,13.4')).toMatch(/-rr-52-5-13-4-[a-z]{5}$/)
    expect(newIdentifier('default', '')).toMatch(/^default-rr-local-[a-z]{5}$/)
  })

  it.each([ref, `${ref}-rr-local-abcd`, `${ref}-rr-local-abcde/..`, `x${ref}-rr-a-abcde`, ''])(
    'is not %s',
    (text) => expect(refOfReplica(text)).toBeUndefined(),
  )

  it('names folders that belong to no other project or restore', () => {
    const identifier = `${ref}-rr-local-abcde`
    expect(refOfReplicaFolder(replicaFolderName(identifier))).toBe(ref)
    for (const other of [ref, `${ref}.before-12ab34cd`, `${ref}.replica-abcde.partial-12ab34cd`])
      expect(refOfReplicaFolder(other)).toBeUndefined()
    expect(replicaSocketDir({ sockets: '/run/s' }, identifier).length).toBeLessThanOrEqual(
      `/run/s/${ref}`.length,
    )
  })

  it('gives each copy a slot of its own', () => {
    expect(newSlot()).toMatch(/^stoa_replica_[0-9a-f]{12}$/)
    expect(newSlot()).not.toBe(newSlot())
  })
})

describe('the settings of a replica', () => {
  const source = {
    folder: `/tmp/it's here`,
    port: 5432,
    user: 'replicator',
    passwordFile: String.raw`/data\pass`,
    slot: 'stoa_replica_1',
  }

  it('quote what they contain', () => {
    expect(toConninfo({ host: source.folder, passfile: source.passwordFile })).toBe(
      String.raw`host='/tmp/it\'s here' passfile='/data\\pass'`,
    )
  })

  it('contain no password, because other accounts see command lines', () => {
    const { primary_conninfo: conninfo } = followSettings(source)
    expect(conninfo).toContain('passfile=')
    expect(conninfo).not.toContain('password=')
  })
})

describe('the lag of a replica', () => {
  const at = (seconds: number) => seconds * 1000
  const position = { at: at(0), written: 100, replayed: 100, replaySeconds: null }

  it('is zero once it has everything', () => {
    const history = createLagHistory()
    expect(history.add({ ...position, replaySeconds: 3 })).toEqual({ bytes: 0, seconds: 0 })
  })

  it('is what the primary measures while it replays', () => {
    const history = createLagHistory()
    expect(history.add({ ...position, written: 150, replaySeconds: 0.2 })).toEqual({
      bytes: 50,
      seconds: 0.2,
    })
  })

  it('grows while the replica stands still, which the primary does not notice', () => {
    const history = createLagHistory()
    history.add(position)
    history.add({ ...position, at: at(3), written: 150 })
    history.add({ ...position, at: at(6), written: 170 })
    expect(history.add({ ...position, at: at(63), written: 170 })).toEqual({
      bytes: 70,
      seconds: 60,
    })
    expect(history.add({ ...position, at: at(64), written: 170, replayed: 150 })).toEqual({
      bytes: 20,
      seconds: 58,
    })
    expect(history.add({ ...position, at: at(65), written: 170, replayed: 170 })).toEqual({
      bytes: 0,
      seconds: 0,
    })
  })

  it('is remembered as the highest of each ten seconds, for an hour', () => {
    const history = createLagHistory()
    for (let second = 0; second < 4000; second += 2)
      history.add({
        at: at(second),
        written: second + (second % 10 === 4 ? 5 : 0),
        replayed: second,
        replaySeconds: null,
      })
    const samples = history.samples()
    expect(samples).toHaveLength(360)
    expect(new Set(samples.map(({ bytes }) => bytes))).toEqual(new Set([5]))
    expect(samples.at(-1)?.at).toEqual(new Date(at(3990)))
  })
})
