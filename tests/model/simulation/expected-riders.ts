import type { BookingBlock, LicenceStatus, RejectReason } from '#domain/riders/licence.ts'
import type { Rider, Scooter } from '#tests/model/harness/seed.ts'

interface ExpectedLicence {
  isSuspended: boolean
  reason: RejectReason | null
  revision: number
  status: LicenceStatus
  /** When an approved one ends, in ms. */
  until: number
  /** A photo waits for a decision. */
  waits: boolean
}

/** As in a database of an earlier version, whose riders can all book. */
const FROM_BEFORE: ExpectedLicence = {
  isSuspended: false,
  reason: null,
  revision: 0,
  status: 'unreviewed',
  until: 0,
  waits: true
}

/** Who may ride. */
export class ExpectedRiders {
  readonly #licences = new Map<Rider, ExpectedLicence>()
  allowsUnreviewed = true

  of(rider: Rider): ExpectedLicence {
    return this.#licences.get(rider) ?? FROM_BEFORE
  }

  set(rider: Rider, changes: Partial<ExpectedLicence>): void {
    this.#licences.set(rider, { ...this.of(rider), ...changes })
  }

  /** One of the scooters is a low-speed one. */
  needsLicence(scooter: Scooter): boolean {
    return scooter === 's0'
  }

  blockOf({ end, rider, scooter }: { end: number; rider: Rider; scooter: Scooter }): BookingBlock | null {
    const { isSuspended, status, until, waits } = this.of(rider)
    if (isSuspended) return 'rider_suspended'
    if (!this.needsLicence(scooter)) return null
    if (status === 'approved' && end <= until) return null
    if (status === 'unreviewed' && this.allowsUnreviewed) return null
    if (waits) return 'license_unreviewed'
    return status === 'approved' ? 'license_expired' : 'license_rejected'
  }
}
