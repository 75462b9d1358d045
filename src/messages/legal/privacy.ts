import { BRAND_NAME } from '#domain/brand/brand.ts'
import {
  KEPT_AFTER_RIDE_DAYS,
  MIN_AGE_YEARS,
  RETURN_PHOTO_RETENTION_DAYS,
  RIDER_RETENTION_DAYS,
  TOKEN_SECONDS,
  UNCLAIMED_UPLOAD_SECONDS
} from '#domain/constants.ts'
import { OPERATOR } from '#domain/operator.ts'
import { type MailProviderName, MESSAGE_RETENTION_DAYS } from '#domain/outbox/outbox.ts'
import { KNOWN_IP_TTL_SECONDS } from '#domain/request-limits.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as accountText from '#messages/account/account.ts'
import * as legalPageText from '#messages/legal/legal-page.ts'

/** What of the installation decides who gets data. */
export interface Services {
  hasPush: boolean
  /** Licence photos go to the cloud project. */
  hasCloudStorage: boolean
  mail: MailProviderName
}

const MAIL_SERVICES: Readonly<Record<MailProviderName, string | null>> = {
  cloudflare: 'Cloudflare, for our emails',
  kept: null,
  resend: 'Resend, for our emails'
}
/** The log of the platform, and the states and the copies of the database (docs/backup.md). */
const LOG_DAYS = 7
const BACKUP_DAYS = 30

const DAYS_OF_YEAR = 365
const YEARS_IDLE = RIDER_RETENTION_DAYS / DAYS_OF_YEAR
/** What follows after the rider has asked for the deletion. */
export const leavingRiders = `It is deleted ${KEPT_AFTER_RIDE_DAYS} days after your last ride, because fines can arrive late.`
export const idleRiders = `An account that has had no booking for ${YEARS_IDLE} years is deleted by itself.`

const untilDeletion = 'Kept: until your account is deleted.'
const always =
  'Kept: always, because of accounts, disputes and the law; without your name once your account is deleted.'
const byManagers = 'Read by: owners and managers.'
const byAll = 'Read by: you, owners, managers and caretakers.'

const reminders = [
  'Phones with reminders: their address at the push service of the browser',
  'For: reminders of your rides, if you turn them on.',
  'Kept: until you turn them off or log out there.',
  'Read by: nobody.'
] as const

const licenceInCloud = [
  `${byManagers} The photo is stored in a Google Cloud project of ours, where we delete it by hand.`
]
const unsentHours = UNCLAIMED_UPLOAD_SECONDS / HOUR_SECONDS
const licenceInOwnStorage = [
  `It is uploaded while you fill in the form, before you send it. If you do not send it, we delete the photo after ${unsentHours} hours.`,
  `${byManagers} Every view of the photo is recorded.`
]

const data = ({ hasCloudStorage, hasPush }: Services): legalPageText.LegalSection => ({
  title: 'What we store',
  text: [
    'Some guests have no account: our team writes down their name, phone number, date of birth and licence at the desk, and prints their PIN for them.',
    'Our team has owners, who run the site, and managers and caretakers, who look after properties and see only what belongs to these.',
    'A photo can contain the time and the place where it was taken.'
  ],
  facts: [
    [
      'Name, email, whether it is confirmed, and phone number',
      'For: your account, messages about your rides, and calls if something is wrong with one.',
      untilDeletion,
      `${byManagers} Caretakers see the name and the phone number with a ride of the day.`
    ],
    ['Date of birth', `For: checking that you are ${MIN_AGE_YEARS} or older.`, untilDeletion, byManagers],
    [
      'Photo of your licence, and what we decided about it',
      'For: checking that you may ride.',
      'Kept: until your account is deleted or you send another photo.',
      ...(hasCloudStorage ? licenceInCloud : licenceInOwnStorage)
    ],
    [
      'Profile picture, if our team adds one',
      'For: recognising you.',
      untilDeletion,
      'Read by: owners and managers. Whoever knows its long address can open it.'
    ],
    ['Password', 'For: signing in.', untilDeletion, 'Read by: nobody. We store only a hash of it.'],
    [
      'Bookings: scooter, property, times, price, return, and when you first read the PIN',
      'For: your rides, support, our accounts, disputes, and questions of the police about a ride.',
      always,
      `${byManagers} Caretakers see the rides of the day.`
    ],
    [
      'Payments, refunds and disputes: amounts, times, and their numbers at Razorpay; at the desk how you paid, and a note',
      'For: taking and returning money, and our accounts.',
      `${always} Notes: until your account is deleted.`,
      'Read by: owners, and managers of the property. We do not get the number of your card.'
    ],
    [
      'Which terms you agreed to, and when',
      'For: proof, in a dispute.',
      always,
      'Read by: owners, and managers of the property of a booking.'
    ],
    [
      'Reports about a scooter, notes with a booking, and photos of a problem or a parked scooter',
      'For: repairs, questions about damage, and a ride that is ready for you.',
      `Kept: your words until your account is deleted; photos for ${RETURN_PHOTO_RETENTION_DAYS} days at most.`,
      byAll
    ],
    [
      'Notes of our team about you, such as why an account was suspended',
      'For: deciding who may ride.',
      untilDeletion,
      byManagers
    ],
    [
      'Messages that we sent you',
      'For: support.',
      `Kept: for ${MESSAGE_RETENTION_DAYS} days; their words at most until your account is deleted.`,
      byManagers
    ],
    ...(hasPush ? [reminders] : []),
    [
      'Counters against misuse, for a network address, an account or an email',
      'For: stopping guessed passwords, floods of requests and bookings that are never paid.',
      `Kept: for at most ${KNOWN_IP_TTL_SECONDS / DAY_SECONDS} days, under keys from which nobody can read the address.`,
      'Read by: nobody.'
    ],
    ['What our team did: changes, reasons and amounts', 'For: checking our own team.', always, 'Read by: owners.'],
    [
      'On your device: your session, your profile and your next rides with their PINs',
      'For: staying signed in, and reading the PIN without a network.',
      `Kept: until you log out, or for ${TOKEN_SECONDS.user / DAY_SECONDS} days. Cookies keep the session and which notices you have read.`,
      'Read by: you. There is no advertising, and nobody follows you over other sites.'
    ]
  ]
})

const receivers = ({ hasCloudStorage, hasPush, mail }: Services): legalPageText.LegalSection => {
  const mailService = MAIL_SERVICES[mail]
  return {
    title: 'Who else gets data',
    facts: [
      ['Cloudflare', 'Runs the site and stores its data and pictures for us, also outside India.'],
      [
        'Razorpay',
        'When you pay: the amount and the number of the booking, your name, email and phone number, the scooter and the time of the ride.'
      ],
      ...(hasCloudStorage ? [['Google Cloud', 'The photo of your licence.'] as const] : []),
      ...(mailService
        ? [[mailService, 'Your email, and what the message says: scooter, property, times, amounts.'] as const]
        : []),
      ...(hasPush
        ? [['The push service of your browser', 'Reminders, encrypted so that only your phone can read them.'] as const]
        : []),
      [
        'WhatsApp, Google Maps and Google Calendar',
        'Only when you press a link to them: the text of your question, the address of the property, or the time of your ride.'
      ],
      [
        'Your bank, if you dispute a payment',
        'The booking, the payment and the terms that you agreed to; the photo of your licence only if the bank asks.'
      ],
      ['Courts, police and authorities', 'What the law requires us to give.']
    ]
  }
}

const { address, email, grievance, legalName } = OPERATOR

/** The notice by the Digital Personal Data Protection Act. */
export const privacyPage = (services: Services): legalPageText.LegalPage => ({
  title: 'Privacy',
  version: legalPageText.version,
  lead: `What ${BRAND_NAME} stores about you, why, how long, and who reads it. ${legalName}, ${address}, is responsible for it.`,
  sections: [
    data(services),
    receivers(services),
    {
      title: 'Copies and logs',
      text: [
        `The database can be put back to an earlier state for ${BACKUP_DAYS} days, and its copies are kept as long. Deleted data is in them until then.`,
        `The log of the site has no names, emails or phone numbers, and is kept for ${LOG_DAYS} days.`
      ]
    },
    {
      title: 'Your rights',
      text: [`Write to our grievance officer, ${grievance.name}, ${grievance.email}, or to ${email}.`],
      facts: [
        [
          'See and correct',
          'Profile shows your data. There you change your name, email, phone number, date of birth and property, and send another photo of your licence. Without an account, ask at the desk or write to us.'
        ],
        [
          'Get a copy',
          `Press '${accountText.downloadOwnData}' in Profile. The text of our notes about you we send you if you write to us.`
        ],
        [
          'Take back your consent',
          'Reminders by email end in Profile, those on a phone in My Bookings. The rest we need for renting, so taking it back means deleting your account.'
        ],
        [
          'Have your account deleted',
          `Press '${accountText.deleteAccount}' in Profile once you have no ride ahead, or write to us. ${leavingRiders}`,
          `A refund under way, money that we owe you, an open dispute or a suspension delays it. ${accountText.signInKeeps}`,
          idleRiders
        ],
        ['Name somebody', 'Write to us who may use these rights for you if you die or cannot act.'],
        [
          'Complain',
          'First to our grievance officer. If the answer does not help, to the Data Protection Board of India.'
        ]
      ]
    }
  ]
})
