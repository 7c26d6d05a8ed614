import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('classes', 'routes/classes.tsx'),
  route('classes/:slug', 'routes/course.tsx'),
  route('payment', 'routes/payment.tsx'),
  route('waiting-list/:token', 'routes/waiting-list.tsx'),
  route('unsubscribe/:token', 'routes/unsubscribe.tsx'),
  route('signin', 'routes/signin.tsx'),
  route('shop', 'routes/shop.tsx'),
  route('calendar', 'routes/calendar.tsx'),
  route('about', 'routes/about.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('privacy', 'routes/legal.tsx', { id: 'routes/privacy' }),
  route('terms', 'routes/legal.tsx', { id: 'routes/terms' }),
  route('signup', 'routes/signup.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('offline', 'routes/offline.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('invitation', 'routes/invitation.tsx'),
  route('*', 'routes/not-found.tsx'),
  route('admin', 'routes/admin.tsx'),
] satisfies RouteConfig
