import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('classes', 'routes/classes.tsx'),
  route('classes/:slug', 'routes/course.tsx'),
  route('payment', 'routes/payment.tsx'),
  route('waiting-list/:token', 'routes/waiting-list.tsx'),
  route('unsubscribe/:token', 'routes/unsubscribe.tsx'),
  route('signin', 'routes/account.tsx', { id: 'routes/signin' }),
  route('shop', 'routes/shop.tsx'),
  route('calendar', 'routes/calendar.tsx'),
  route('about', 'routes/about.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('privacy', 'routes/legal.tsx', { id: 'routes/privacy' }),
  route('terms', 'routes/legal.tsx', { id: 'routes/terms' }),
  route('signup', 'routes/account.tsx', { id: 'routes/signup' }),
  route('forgot-password', 'routes/account.tsx', { id: 'routes/forgot-password' }),
  route('offline', 'routes/offline.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('invitation', 'routes/invitation.tsx'),
  route('*', 'routes/not-found.tsx'),
  route('admin', 'routes/admin.tsx'),
] satisfies RouteConfig
