import { createContext, use } from 'react'
import type { Room } from './room.ts'

/** The features of the dashboard. `app` creates them and passes them down through the router. */
export const RoomsContext = createContext<readonly Room[] | null>(null)

export function useRooms(): readonly Room[] {
  const rooms = use(RoomsContext)
  if (!rooms) throw new Error('useRooms is used outside its provider')
  return rooms
}
