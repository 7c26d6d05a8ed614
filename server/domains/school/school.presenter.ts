import type { School } from '../../../contract/school.ts'
import type { SchoolSettings } from './school-settings.ts'

export function presentSchool(settings: SchoolSettings): School {
  return {
    name: settings.name,
    tagline: settings.tagline,
    city: settings.city,
    address: settings.address,
    phone: settings.phone,
    whatsapp: settings.whatsapp,
    email: settings.email,
    instagram: settings.instagram,
    facebook: settings.facebook,
    youtube: settings.youtube,
    shopUrl: settings.shopUrl,
    forgotPasswordUrl: settings.forgotPasswordUrl,
    signUpUrl: settings.signUpUrl,
    mapQuery: settings.mapQuery,
    popupDays: settings.popupDays,
    siteUrl: settings.siteUrl,
    simulatedPayments: settings.simulatedPayments,
    pictures: settings.pictures,
    upi: { id: settings.upiId, name: settings.upiName },
  }
}
