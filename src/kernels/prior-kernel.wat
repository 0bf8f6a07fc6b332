;; Which drawers may have a prior of at least 'floor': a bound that knows nothing of the ends of documents.
(module
  (import "env" "memory" (memory 1))

  ;; 'scores' is the address of the score two before the first drawer's; f64 each, two more behind the last one.
  ;; bound(i) = score(i) + nearest · (score(i−1) + score(i+1)) + next · (score(i−2) + score(i+2)), for 'count' drawers, an even number.
  ;; Writes the index of each whose bound is ≥ floor to 'out' (u32, ascending), and answers how many.
  (func (export "bounds") (param $scores i32) (param $count i32) (param $nearest f64) (param $next f64) (param $floor f64) (param $out i32) (result i32)
    (local $i i32) (local $start i32) (local $bits i32) (local $near v128) (local $far v128) (local $least v128)
    (local.set $start (local.get $out))
    (local.set $near (f64x2.splat (local.get $nearest)))
    (local.set $far (f64x2.splat (local.get $next)))
    (local.set $least (f64x2.splat (local.get $floor)))
    (block $done
      (loop $two
        (br_if $done (i32.ge_s (local.get $i) (local.get $count)))
        (local.set $bits (i64x2.bitmask (f64x2.ge
          (f64x2.add
            (f64x2.add
              (v128.load offset=16 (local.get $scores))
              (f64x2.mul (local.get $near) (f64x2.add (v128.load offset=8 (local.get $scores)) (v128.load offset=24 (local.get $scores)))))
            (f64x2.mul (local.get $far) (f64x2.add (v128.load (local.get $scores)) (v128.load offset=32 (local.get $scores)))))
          (local.get $least))))
        ;; Each lane is written, and kept by moving on only where its bit is set.
        (if (local.get $bits) (then
          (i32.store (local.get $out) (local.get $i))
          (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $bits) (i32.const 1)) (i32.const 2))))
          (i32.store (local.get $out) (i32.add (local.get $i) (i32.const 1)))
          (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $bits) (i32.const 2)) (i32.const 1))))))
        (local.set $scores (i32.add (local.get $scores) (i32.const 16)))
        (local.set $i (i32.add (local.get $i) (i32.const 2)))
        (br $two)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 2))))
